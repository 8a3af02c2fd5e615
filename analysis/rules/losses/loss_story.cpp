#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

std::optional<LossStory> loss_story(RuleContext& context, const Event& event) {
  if (event.escape.kind != EscapeKind::AddLoss || event.escape.site == 0) return std::nullopt;
  LossStory story;
  const Interp& run = context.run();
  const RegionId consumer = event.kind == EventKind::MissedLoss ? 0 : event.region;
  // Graphs that were opened within the layer's own call come first: they are the mistake, whatever is around them.
  RegionId inner_body = 0;
  for (RegionId r = event.owner_region; r != event.escape.layer_region && context.region(r).parent != r;
       r = context.region(r).parent) {
    if (consumer != 0 && run.is_ancestor(r, consumer)) break;
    const RegionKind kind = context.region(r).kind;
    if (kind == RegionKind::Function) {
      story.graph = r;
      story.hidden = event.escape.implicit;
      story.source = context.traces_call_of(context.region(r), event.escape.object) ? LossSource::DecoratedCall
                                                                                    : LossSource::Helper;
      return story;
    }
    if (kind == RegionKind::Loop || kind == RegionKind::Branch || kind == RegionKind::Vectorized) inner_body = r;
  }
  const auto body = [&](RegionId r) {
    const ObjId opener = context.region(r).opener;
    const bool mapped =
        context.region(r).kind == RegionKind::Vectorized || (opener != 0 && run.heap()[opener].kind == Kind::Lib);
    story.source = mapped ? LossSource::Mapped : LossSource::ControlFlow;
  };
  story.hidden = event.escape.implicit;
  if (inner_body != 0) {
    story.graph = inner_body;
    body(inner_body);
    return story;
  }
  story.graph = context.escaped_region(event.owner_region, consumer);
  const Region& graph = context.region(story.graph);
  if (graph.kind == RegionKind::Loop || graph.kind == RegionKind::Branch || graph.kind == RegionKind::Vectorized) {
    const bool rnn = graph.opener != 0 && run.heap()[graph.opener].kind == Kind::Instance &&
                     (run.traits(Value{graph.opener}) & trait_rnn) != 0;
    body(story.graph);
    if (rnn) story.source = LossSource::Cell;
  } else {
    // A layer of the user's whose call is traced, not a step: what it does inside is its own mistake.
    story.hidden = graph.kind == RegionKind::Function && graph.layer != 0 && graph.layer != event.escape.object;
  }
  return story;
}

std::string outside_use(const Event& event, const std::string& cached) {
  // A driver of our own: the program that uses the class is not known.
  if (event.client)
    return "using `losses` outside it raises TypeError in eager code and InaccessibleTensorError in a graph, " + cached;
  switch (event.verdict) {
    case Verdict::EagerRead:
      return "reading `losses` in eager code raises TypeError after the first call, " + cached;
    case Verdict::Inner:
      return "using it in the surrounding graph raises InaccessibleTensorError";
    case Verdict::Foreign:
      return "using it in another graph raises TypeError (out of scope) when that graph runs";
  }
  return {};
}

std::string_view missing_loss(const Event& event) {
  return event.raises
             ? "so the list is empty here and `tf.add_n` raises ValueError (`sum` would silently lack the penalty)"
             : "so the penalty is silently missing";
}

Severity missing_level(const RuleContext& context, const Event& event) {
  return context.level(event, event.raises ? Severity::Error : Severity::Warning);
}

void tell_story(RuleContext& context, const Event& event, const LossStory& story, Draft& draft) {
  const Region& graph = context.region(story.graph);
  context.tell_graph(graph, event.site, draft);
  if (event.kind == EventKind::MissedLoss && event.call != 0 && event.call != event.site) {
    if (event.call != graph.call_site) {
      draft.notes.push_back({event.call, "this call uses the cached trace"});
    } else if (!draft.notes.empty() && draft.notes.back().site == event.call) {
      draft.notes.back().message =
          "this call traces it and uses the cached trace: Keras runs `call` once to build the model, then for real";
    }
  }
  if (event.site != 0 && event.site != draft.site) {
    draft.notes.push_back(
        {event.site, event.kind == EventKind::MissedLoss ? "the losses read here lack it" : "the loss is used here"});
  }
}

namespace {

/// The user's function that runs the call, when it is worth a trace of its own: not module code, not traced already.
SiteId enclosing_step(RuleContext& context, const Event& event, const Region& graph) {
  const SiteId site = graph.call_site != 0 ? graph.call_site : event.site;
  if (site == 0) return 0;
  const ChunkRef& chunk = context.run().chunks()[site_chunk(site)];
  if (chunk.code->kind != ir::ChunkKind::Function || chunk.file->library) return 0;
  if (event.site == 0 || site_chunk(event.site) != site_chunk(site)) return 0;
  return make_site(site_chunk(site), definition_pc);
}

}  // namespace

void offer_undecorated(RuleContext& context, const Event& event, const LossStory& story, Draft& draft) {
  const Region& graph = context.region(story.graph);
  if (graph.opener == 0) return;
  const SiteId function = context.run().definition_site(Value{graph.opener});
  const std::string name = context.opener_name(graph);
  if (function == 0 || !context.run().user_file(function)) return;
  if (const SiteId step = enclosing_step(context, event, graph);
      step != 0 && site_chunk(step) != site_chunk(function)) {
    const std::string step_name(context.run().text(context.run().chunks()[site_chunk(step)].code->name));
    draft.fixes.push_back({.kind = FixPlan::Kind::MoveDecorator,
                           .title = "Move @tf.function from `" + name + "` to `" + step_name + "`",
                           .fix_class = FixClass::B,
                           .target = function,
                           .other = step});
  }
  draft.fixes.push_back({.kind = FixPlan::Kind::RemoveDecorator,
                         .title = "Remove the tf.function from `" + name + "`",
                         .fix_class = FixClass::B,
                         .target = function,
                         .other = graph.definition});
  draft.fixes.push_back({.kind = FixPlan::Kind::ReturnLoss,
                         .title = "Return the loss from `" + name + "` and add it outside",
                         .fix_class = FixClass::C,
                         .target = event.escape.site,
                         .other = graph.call_site});
}

}  // namespace graphfence

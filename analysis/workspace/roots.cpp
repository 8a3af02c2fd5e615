#include "analysis/workspace/roots.h"

#include <algorithm>

namespace graphfence {

namespace {

Arguments unknown_arguments() {
  Arguments a;
  a.open_positional = true;
  a.open_keywords = true;
  return a;
}

void read_losses(Interp& run, Value layer) {
  const Value losses = run.attribute(layer, known(sym::losses), 0);
  run.use(losses);
}

/// Calls a layer in the current region and uses what it collected, as a training loop does.
void use_layer(Interp& run, Value layer, Value input) {
  run.call(layer, Arguments{.positional = {input}}, 0);
  read_losses(run, layer);
}

Value named(Interp& run, Value object, std::string_view name) {
  return run.attribute(object, run.names().intern(name), 0);
}

void drive_layer(Interp& run, ObjId class_object) {
  const Heap::Mark mark = run.heap().mark();
  {
    const Value layer = run.instantiate(class_object, unknown_arguments(), 0);
    if (layer == v_unbound) return;
    const Value input = run.some_input();
    use_layer(run, layer, input);
    use_layer(run, layer, input);
    run.check_config(layer);
  }
  run.heap().rollback(mark);
  const Value layer = run.instantiate(class_object, unknown_arguments(), 0);
  if (layer == v_unbound) return;
  const Ambient saved = run.ambient();
  run.ambient().region = run.open_region(RegionKind::Step, 0, 0);
  use_layer(run, layer, run.some_input());
  run.ambient() = saved;
}

void drive_model(Interp& run, ObjId class_object) {
  const Heap::Mark mark = run.heap().mark();
  {
    const Value model = run.instantiate(class_object, unknown_arguments(), 0);
    if (model == v_unbound) return;
    const Value input = run.some_input();
    run.call(model, Arguments{.positional = {input}}, 0);
    run.call(model, Arguments{.positional = {input}}, 0);
    run.check_config(model);
  }
  run.heap().rollback(mark);
  const Value model = run.instantiate(class_object, unknown_arguments(), 0);
  if (model == v_unbound) return;
  const Value input = run.some_input();
  run.call(named(run, model, "fit"), Arguments{.positional = {input, run.some_input()}}, 0);
}

/// `tf.Module` and plain classes: traced methods first, then the rest, all on one object.
void drive_object(Interp& run, ObjId class_object) {
  const Value object = run.instantiate(class_object, unknown_arguments(), 0);
  if (object == v_unbound || object == v_unknown) return;
  std::vector<Symbol> traced;
  std::vector<Symbol> plain;
  for (const Symbol name : run.heap().names(class_object)) {
    const Value member = run.heap().get(class_object, name);
    if (!member.single()) continue;
    const Kind kind = run.heap()[member.obj()].kind;
    if (kind == Kind::TFFunction) traced.push_back(name);
    if (kind == Kind::Function && run.text(name).front() != '_') plain.push_back(name);
  }
  if (traced.empty()) return;
  for (const auto& list : {traced, plain}) {
    for (const Symbol name : list) run.call(run.attribute(object, name, 0), unknown_arguments(), 0);
  }
}

void drive_tests(Interp& run, ObjId class_object) {
  for (const Symbol name : std::vector<Symbol>(run.heap().names(class_object))) {
    if (name.id >= cell::length.id || !run.text(name).starts_with("test")) continue;
    const Heap::Mark mark = run.heap().mark();
    const Value test = run.instantiate(class_object, unknown_arguments(), 0);
    const Value set_up = named(run, test, "setUp");
    if (set_up != v_unknown) run.call(set_up, {}, 0);
    run.call(run.attribute(test, name, 0), unknown_arguments(), 0);
    run.heap().rollback(mark);
  }
}

}  // namespace

std::vector<Root> find_roots(const LoadedFile& file, const Interner& names) {
  std::vector<Root> roots{{Root::Kind::Module, {}}};
  const auto& units = file.source.code->units;
  const auto& chunks = units.front().unit->chunks;
  for (const ir::Chunk& chunk : chunks) {
    if (chunk.kind == ir::ChunkKind::Class && chunk.parent == 0) roots.push_back({Root::Kind::Class, chunk.name});
  }
  for (std::size_t i = 1; i < units.size(); ++i) {
    const ir::Chunk& chunk = units[i].unit->chunks.front();
    if (chunk.qualname == chunk.name && !chunk.has_error) {
      const bool test = names.text(chunk.name).starts_with("test_");
      roots.push_back({test ? Root::Kind::Test : Root::Kind::Function, chunk.name});
    }
  }
  return roots;
}

void drive(Interp& run, const LoadedFile& file, const Root& root) {
  if (root.kind == Root::Kind::Module) {
    run.run_module(file.source);
    return;
  }
  const ObjId module = run.load_module(file.source);
  const Value target = run.module_name(module, root.name);
  if (!target.single()) return;
  const Kind kind = run.heap()[target.obj()].kind;
  switch (root.kind) {
    case Root::Kind::Class: {
      if (kind != Kind::Class) return;
      const std::uint8_t traits = run.traits(target);
      if (run.lookup_class(target.obj(), run.names().intern("assertRaises")) != v_unbound) {
        drive_tests(run, target.obj());
        return;
      }
      run.set_client(true);
      if ((traits & trait_model) != 0) {
        drive_model(run, target.obj());
      } else if ((traits & trait_layer) != 0) {
        drive_layer(run, target.obj());
      } else if (traits == 0) {
        drive_object(run, target.obj());
      }
      return;
    }
    case Root::Kind::Function:
      if (kind != Kind::Function && kind != Kind::TFFunction) return;
      run.set_client(true);
      run.ambient().region = 1;
      run.call(target, unknown_arguments(), 0);
      return;
    case Root::Kind::Test:
      run.call(target, unknown_arguments(), 0);
      return;
    case Root::Kind::Module:
      return;
  }
}

}  // namespace graphfence

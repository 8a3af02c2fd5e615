#pragma once

#include <string>

#include "analysis/syntax/tree.h"
#include "analysis/syntax/walk.h"

namespace graphfence::tests {

/// Every node with its kind, field and place, one a line: two trees are the same when their dumps are.
inline std::string dump(const SyntaxTree& tree) {
  std::string result;
  if (!tree) return result;
  for_each_below(tree.root(), [&](TSNode node) {
    const Span place = span(node);
    result.append(name_of(kind_of(node))).append(" ").append(std::to_string(place.start));
    result.append("-").append(std::to_string(place.end)).append("\n");
  });
  return result;
}

/// A module of classes with methods, docstrings, nested functions and most of the syntax; about 24 lines a class.
inline std::string program(int classes) {
  std::string text = "\"\"\"Module.\"\"\"\nimport tensorflow as tf\nfrom keras import layers\n\n";
  for (int i = 0; i < classes; ++i) {
    const std::string n = std::to_string(i);
    text += "\nclass Layer" + n + "(layers.Layer):\n";
    text += "    \"\"\"Layer number " + n + ".\n\n    It's not \"quoted\" # nor a comment.\n    \"\"\"\n\n";
    text += "    def __init__(self, units=" + n + ", **kwargs):\n";
    text += "        super().__init__(**kwargs)\n";
    text += "        self.units = {\"a\": units, 'b': [1, 2, *range(3)]}\n\n";
    text += "    @tf.function(jit_compile=True)\n";
    text += "    def call(self, x, training=None):\n";
    text += "        '''Say \\''' and go on.'''\n";
    text += "        if training and x.shape[0] is not None:  # don't\n";
    text += "            y = tf.nn.relu(x, name=f'relu_{self.units[\"a\"]:>{" + n + "}}')\n";
    text += "        else:\n            y = x @ self.kernel + \\\n                self.bias\n";
    text += "        for i, z in enumerate(y):\n            self.add_loss(lambda: tf.reduce_sum(z) * 0.5)\n";
    text += "        return [a for a in y if a not in (1, 2)]\n\n";
    text += "    def helper(self):\n        def inner(a, /, b, *, c):\n            return a or b ** c\n\n";
    text +=
        "        try:\n            return inner(1, 2, c='one \\\n two')\n        except ValueError as e:\n            "
        "raise\n";
  }
  return text;
}

}  // namespace graphfence::tests

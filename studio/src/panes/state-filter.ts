/** Finding a value in a state. */

import type { StateNode } from "../generated/wire";

/** The parts of a state whose name or value has the words, with everything around them. */
export function narrow(root: StateNode, words: string): StateNode | null {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return root;
  if (`${root.name} ${root.value ?? ""}`.toLowerCase().includes(wanted)) return root;
  const children = root.children.flatMap((child) => narrow(child, wanted) ?? []);
  return children.length > 0 ? { ...root, children } : null;
}

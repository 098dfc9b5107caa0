/** What the pane "Why not?" is asked about. */

import { signal } from "@preact/signals";
import type { Who } from "../words";

/** By nobody in particular: by whoever can, or is to act. */
export const asked = signal<{ by: Who; action: string } | null>(null);

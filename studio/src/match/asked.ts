/** What the pane "Why not?" is asked about. */

import { signal } from "@preact/signals";
import type { Who } from "../words";

export const asked = signal<{ by: Who; action: string } | null>(null);

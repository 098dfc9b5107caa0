/** The small pictures of a night market. Each lantern has a form of its own, for eyes that see no colours. */

const FORMS: Record<string, string> = {
  crimson: "M20 13 C34 13 34 39 20 39 C6 39 6 13 20 13 Z",
  gold: "M11 13 h18 v26 h-18 Z",
  jade: "M20 11 L33 26 L20 41 L7 26 Z",
};

export function Lantern({ colour, title }: { colour: string; title?: string }) {
  return (
    <svg class={`lantern ${colour}`} viewBox="0 0 40 52" role={title ? "img" : undefined} aria-label={title} aria-hidden={!title}>
      <path class="hook" d="M20 2 v10 M15 41 h10 M18 42 v6 M22 42 v6" />
      <path class="paper" d={FORMS[colour] ?? FORMS["crimson"]} />
      <path class="ribs" d="M20 14 v24 M14 17 q-4 9 0 18 M26 17 q4 9 0 18" />
    </svg>
  );
}

export function Bell() {
  return (
    <svg class="sign-of bell-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2 q1.500 0 1.500 1.600 q4.500 1.200 4.500 7.400 v4 l2.500 3 h-17 l2.500 -3 v-4 q0 -6.200 4.500 -7.400 q0 -1.600 1.500 -1.600 Z M9.500 19.500 h5 q-0.500 2.500 -2.500 2.500 q-2 0 -2.500 -2.500 Z" />
    </svg>
  );
}

export function Coin() {
  return (
    <svg class="sign-of coin" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9.500" />
      <path d="M9 9 h6 v6 h-6 Z" />
    </svg>
  );
}

export function Charm({ isThere }: { isThere: boolean }) {
  return (
    <span class={isThere ? "charm" : "charm used"}>
      <svg class="sign-of" viewBox="0 0 24 24" role="img" aria-label={isThere ? "the charm" : "the charm is used"}>
        <path d="M12 12 C4 11 5 3 9 4 C12 5 12 9 12 12 C13 4 21 5 20 9 C19 12 15 12 12 12 C20 13 19 21 15 20 C12 19 12 15 12 12 C11 20 3 19 4 15 C5 12 9 12 12 12 Z" />
      </svg>
    </span>
  );
}

export function Torch() {
  return (
    <svg class="sign-of torch" viewBox="0 0 24 24" role="img" aria-label="has the torch">
      <title>Has the torch: its bid wins before equal ones</title>
      <path class="flame" d="M12 1 q5 5 3.500 9 q-1 2.500 -3.500 2.500 q-2.500 0 -3.500 -2.500 q-0.500 -2 1 -3.500 q0.500 1.500 1.500 1.500 q1.500 -3 1 -7 Z" />
      <path d="M9 13.500 h6 l-2 9.500 h-2 Z" />
    </svg>
  );
}

export function Envelope({ isSealed }: { isSealed: boolean }) {
  return (
    <svg class={isSealed ? "envelope sealed" : "envelope"} viewBox="0 0 32 22" aria-hidden="true">
      <path class="sheet" d="M1 1 h30 v20 h-30 Z" />
      <path class="flap" d="M1 1 l15 11 l15 -11" />
      {isSealed && <circle class="wax" cx="16" cy="12" r="4.500" />}
    </svg>
  );
}

/** How long after the last input somebody still counts as sitting there. */
const PRESENCE_TIMEOUT_MS = 60_000;

/** Click and input by themselves too: screen readers and voice control press and dictate without a pointer or a key. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const;

// Opening the page is an act of a person.
let lastInputAt = Date.now();
let lastUserRequestAt = 0;

/** Notes every input on the page, and tells `onInput`, until the returned function is called. */
export function watchUserInput(onInput: () => void = () => undefined): () => void {
  const note = (event: Event): void => {
    if (isStationaryPointer(event)) return;
    lastInputAt = Date.now();
    onInput();
  };
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true });
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, note, { capture: true });
  };
}

/** Whether the user has given any input in the last minute. What is requested otherwise, no person caused. */
export function isUserPresent(): boolean {
  return Date.now() - lastInputAt < PRESENCE_TIMEOUT_MS;
}

/** A request that the server takes for activity leaves now. */
export function recordUserRequest(): void {
  lastUserRequestAt = Date.now();
}

/** How long ago the last such request left, in milliseconds. */
export function msSinceUserRequest(): number {
  return Date.now() - lastUserRequestAt;
}

/** Browsers also report a pointer that rests while the page moves under it. */
function isStationaryPointer(event: Event): boolean {
  if (event.type !== 'pointermove') return false;
  const { movementX, movementY } = event as PointerEvent;
  return movementX === 0 && movementY === 0;
}

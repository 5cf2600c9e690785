const PRESENCE_TIMEOUT_MS = 60_000;

/** Screen readers and voice control click and type without a pointer or keyboard. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const;

// Opening the page counts as user activity.
let lastInputAt = Date.now();
let lastUserRequestAt = 0;

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

/** Requests at other times were not caused by a person. */
export const isUserPresent = (): boolean => Date.now() - lastInputAt < PRESENCE_TIMEOUT_MS;

export function recordUserRequest(): void {
  lastUserRequestAt = Date.now();
}

export const msSinceUserRequest = (): number => Date.now() - lastUserRequestAt;

/** Browsers also report a resting pointer when the page moves under it. */
function isStationaryPointer(event: Event): boolean {
  if (event.type !== 'pointermove') return false;
  const { movementX, movementY } = event as PointerEvent;
  return movementX === 0 && movementY === 0;
}

type Listener = (event: PopStateEvent) => void;

let guard: Listener | null = null;

// The window calls its listeners in the order in which they came, in Chromium those with capture too: to be heard before the
// router's, this one is there as soon as the application is loaded (app.tsx).
window.addEventListener('popstate', (event) => guard?.(event));

/** Until the returned function is called `listener` hears of the browser's way back and forward before the router does. */
export function hearWayBack(listener: Listener): () => void {
  guard = listener;
  return () => {
    if (guard === listener) guard = null;
  };
}

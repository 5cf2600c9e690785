type AskForStyle = (element: Element) => CSSStyleDeclaration;

/** What jsdom knows of an element behind its back. It throws the style cache away whenever the document changes. */
interface Behind {
  _ownerDocument: { _styleCache: object | null };
}

/**
 * Answers with the style that was computed before, until the document changes. Queries by role ask for the style of each
 * element several times over, and jsdom makes all of it anew each time.
 */
export function keptStyles(compute: AskForStyle): AskForStyle {
  let keptFor: object | null = null;
  let kept = new WeakMap<Element, CSSStyleDeclaration>();
  return (element) => {
    const cache = () => behind(element)?._ownerDocument._styleCache ?? null;
    // Outside the document jsdom notices no change.
    if (!element.isConnected) return compute(element);
    const known = keptFor === null || cache() !== keptFor ? undefined : kept.get(element);
    if (known !== undefined) return known;
    const style = compute(element);
    const current = cache();
    if (current !== keptFor) {
      keptFor = current;
      kept = new WeakMap();
    }
    kept.set(element, style);
    return style;
  };
}

function behind(element: Element): Behind | undefined {
  const symbol = Object.getOwnPropertySymbols(element).find(({ description }) => description === 'impl');
  return symbol === undefined ? undefined : (element as unknown as Record<symbol, Behind>)[symbol];
}

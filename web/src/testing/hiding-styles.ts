/** What decides whether a person can see and press something; nothing else of a style is ever asked for here. */
const DECISIVE = /^\s*(?:display|visibility|opacity|pointer-events)\s*:/;
const RULE = /([^{}]+)\{([^{}]*)\}/g;

/**
 * Keeps of every style sheet that the component library writes only what can hide an element or make it deaf to the
 * pointer. jsdom matches each rule against each element whenever it is asked for a style, and colours and distances
 * took two thirds of the time of these tests.
 */
export function keepOnlyHidingStyles(): void {
  const inBrowser = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const written = new WeakMap<HTMLStyleElement, string>();
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    // The library compares what stands there with what it would write.
    get(this: HTMLStyleElement) {
      return written.get(this) ?? '';
    },
    set(this: HTMLStyleElement, css: string) {
      written.set(this, css);
      inBrowser?.set?.call(this, hidingRules(css));
    },
  });
}

function hidingRules(css: string): string {
  return css.replace(RULE, (_rule, selector: string, declarations: string) => {
    const kept = declarations.split(';').filter((declaration) => DECISIVE.test(declaration));
    return kept.length === 0 ? '' : `${selector}{${kept.join(';')}}`;
  });
}

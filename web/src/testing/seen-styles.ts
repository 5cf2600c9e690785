import { RulesByKey } from './rules-by-key.ts';

/** What jsdom knows of a document behind its back: its style sheets, and a cache thrown away whenever it changes. */
interface Behind {
  _ownerDocument: { _styleCache: object | null; styleSheets: { _list: readonly CSSStyleSheet[] } };
}

type AskForStyle = (element: Element) => CSSStyleDeclaration;

/** What decides whether a person can see and press something; style sheets are read for nothing else. */
interface Seen {
  display: string;
  visibility: string;
  opacity: string;
  'pointer-events': string;
}

const OF_A_NAME: Readonly<Record<string, keyof Seen>> = {
  display: 'display',
  visibility: 'visibility',
  opacity: 'opacity',
  'pointer-events': 'pointer-events',
  pointerEvents: 'pointer-events',
};

/**
 * `getComputedStyle` for tests. jsdom holds each rule of each style sheet against an element, and against all around it,
 * whenever it is asked; queries by role ask for every element several times over. Here rules are found by their class,
 * what is around is asked once, and an answer is kept until the document changes. Of all but what hides, an element has
 * what is written on it and what its kind has in an empty page.
 */
export function seenStyles(inBrowser: AskForStyle): AskForStyle {
  const ofItsKind = stylesOfKinds(inBrowser);
  const answers = new WeakMap<Element, CSSStyleDeclaration>();
  let sheets: readonly CSSStyleSheet[] = [];
  let rules = new RulesByKey(sheets);
  let keptFor: object | null = null;
  let kept = new WeakMap<Element, Seen>();

  function seen(element: Element): Seen {
    const document = behind(element)._ownerDocument;
    document._styleCache ??= new WeakMap();
    if (document._styleCache !== keptFor) {
      keptFor = document._styleCache;
      kept = new WeakMap();
      rules = rulesOf(document.styleSheets._list);
    }
    // Outside the document jsdom notices no change.
    if (!element.isConnected) return look(element);
    const known = kept.get(element) ?? look(element);
    kept.set(element, known);
    return known;
  }

  function rulesOf(current: readonly CSSStyleSheet[]): RulesByKey {
    if (current.length === sheets.length && current.every((sheet, index) => sheet === sheets[index])) {
      return rules;
    }
    sheets = [...current];
    return new RulesByKey(sheets);
  }

  function look(element: Element): Seen {
    const styles = rules.matching(element);
    const own = writtenOn(element);
    if (own !== undefined) styles.push(own);
    const said = (name: keyof Seen): string | undefined =>
      styles.findLast((style) => style.getPropertyValue(name) !== '')?.getPropertyValue(name);
    const around = element.parentElement === null ? undefined : seen(element.parentElement);
    return {
      display: said('display') ?? ofItsKind(element).display,
      visibility: said('visibility') ?? around?.visibility ?? 'visible',
      opacity: said('opacity') ?? '',
      'pointer-events': said('pointer-events') ?? around?.['pointer-events'] ?? 'auto',
    };
  }

  function answerFor(element: Element): CSSStyleDeclaration {
    const valueOf = (name: string): unknown => {
      const asked = OF_A_NAME[name];
      if (asked !== undefined) return seen(element)[asked];
      const own: unknown = Reflect.get(writtenOn(element) ?? {}, name);
      return own === undefined || own === '' ? Reflect.get(ofItsKind(element), name) : own;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_target, name) =>
        name === 'getPropertyValue' ? valueOf : typeof name === 'string' ? valueOf(name) : undefined,
    });
  }

  return (element) => {
    const answer = answers.get(element) ?? answerFor(element);
    answers.set(element, answer);
    return answer;
  };
}

/** Attributes by which a browser shows or hides an element of itself. */
const SHOWN_BY = ['hidden', 'open', 'type'];

/** What jsdom says of such an element in an empty page. */
function stylesOfKinds(inBrowser: AskForStyle): AskForStyle {
  const emptyPage = document.implementation.createHTMLDocument('');
  const known = new Map<string, CSSStyleDeclaration>();
  return (element) => {
    const shownBy = SHOWN_BY.map((name) => element.getAttribute(name));
    const kind = JSON.stringify([element.namespaceURI, element.localName, ...shownBy]);
    const style = known.get(kind);
    if (style !== undefined) return style;
    const alike = emptyPage.createElementNS(element.namespaceURI, element.localName);
    for (const [index, value] of shownBy.entries()) {
      if (value !== null) alike.setAttribute(SHOWN_BY[index] ?? '', value);
    }
    const computed = inBrowser(alike);
    known.set(kind, computed);
    return computed;
  };
}

const writtenOn = (element: Element): CSSStyleDeclaration | undefined =>
  'style' in element ? (element.style as CSSStyleDeclaration) : undefined;

function behind(element: Element): Behind {
  const symbol = Object.getOwnPropertySymbols(element).find(({ description }) => description === 'impl');
  return (element as unknown as Record<symbol, Behind>)[symbol as symbol] as Behind;
}

import { configure, getConfig } from '@testing-library/react';

/**
 * While a test waits, what is asked twenty times a second fails until the answer is there. Only the last failure is read by anybody,
 * and is given the picture of the document then; the others do without.
 */
export function skipDomDumpWhileRetrying(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError: (message, container) => {
      return isRetrying() ? retryError(message ?? '') : getElementError(message, container);
    },
  });
}

/** Its stack begins with its message, also when that has been given its picture: what is printed is the stack. */
function retryError(message: string): Error {
  const error = Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  let stack = error.stack ?? '';
  return Object.defineProperty(error, 'stack', {
    get: () => stack.replace(message, () => error.message),
    set: (other: string) => {
      stack = other;
    },
  });
}

/** Said by the library's own `waitFor` around each try. */
const isRetrying = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

/** What decides whether a person can see and press something; nothing else of a style is ever asked for here. */
const DECISIVE = /^\s*(?:display|visibility|opacity|pointer-events)\s*:/;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
/**
 * Something that is just appearing. Even for people who want no motion, the component library shows the first frame of a
 * dialog transparent, and how long that frame lasts depends on how busy the machine is.
 */
const FIRST_FRAME = /-(?:appear|enter)\b/;

/**
 * Keeps of every style sheet that the component library writes only what can hide an element or make it deaf to the
 * pointer. jsdom matches each rule against each element whenever it is asked for a style, and colours and distances
 * took two thirds of the time of these tests.
 */
export function keepVisibilityStylesOnly(): void {
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
    if (FIRST_FRAME.test(selector)) return '';
    const kept = declarations.split(';').filter((declaration) => DECISIVE.test(declaration));
    return kept.length === 0 ? '' : `${selector}{${kept.join(';')}}`;
  });
}

/** What jsdom has behind a list of elements; one class for all test files of a process. */
interface CollectionImpl {
  namedItem: (name: string) => unknown;
  knowsLength?: true;
}

/**
 * jsdom looks through a whole list for an element called `length` whenever it is asked how long the list is, at each step of
 * a loop. Here it does not look: no element has that name.
 */
export function speedUpListLength(): void {
  const list = document.getElementsByTagName('*');
  const symbol = Object.getOwnPropertySymbols(list).find(({ description }) => description === 'impl');
  const lists = Object.getPrototypeOf(Reflect.get(list, symbol ?? 'impl')) as CollectionImpl;
  if (lists.knowsLength === true) return;
  const { namedItem } = lists;
  Object.assign(lists, {
    knowsLength: true,
    namedItem(this: CollectionImpl, name: string) {
      return name === 'length' ? null : namedItem.call(this, name);
    },
  });
}

/** What a style sheet says of the elements that a selector without commas finds. */
interface HidingRule {
  selector: string;
  style: CSSStyleDeclaration;
  /** Of two that find an element the later one counts. */
  order: number;
}

/** One way to find an element: `.outer > b:not(.a)`, cut at the last comma or space outside of parentheses. */
const IN_PARENTHESES = /\([^()]*\)/g;
const CLASS = /\.([\w-]+)/;
const TAG = /^[a-z][\w-]*/i;

/**
 * The rules of style sheets, found by the class or the tag that an element must have itself: of the many hundred that a
 * screen brings, half a dozen are then held against an element instead of all.
 */
class RulesByKey {
  private readonly byKey = new Map<string, HidingRule[]>();
  private order = 0;

  constructor(sheets: readonly CSSStyleSheet[]) {
    for (const sheet of sheets) this.addAll(sheet.cssRules);
  }

  /** In the order in which they count, the last one most. jsdom knows no more of it than that. */
  matching(element: Element): CSSStyleDeclaration[] {
    return ['*', element.localName, ...[...element.classList].map((name) => `.${name}`)]
      .flatMap((key) => this.byKey.get(key) ?? [])
      .filter(({ selector }) => isFoundBy(selector, element))
      .toSorted((a, b) => a.order - b.order)
      .map(({ style }) => style);
  }

  private addAll(rules: CSSRuleList): void {
    for (const rule of rules) {
      // Of media only a screen's, whose size is not asked, as in jsdom.
      if (isOfMedia(rule)) {
        if (Array.from(rule.media).includes('screen')) this.addAll(rule.cssRules);
      } else if ('selectorText' in rule) this.add(rule as CSSStyleRule);
    }
  }

  private add({ selectorText, style }: CSSStyleRule): void {
    for (const selector of partsOf(selectorText, ',')) {
      const key = keyOf(partsOf(selector, ' >+~').at(-1) ?? '');
      const order = this.order++;
      const known = this.byKey.get(key);
      if (known === undefined) this.byKey.set(key, [{ selector, style, order }]);
      else known.push({ selector, style, order });
    }
  }
}

const isOfMedia = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule && 'cssRules' in rule;

/** What jsdom cannot read finds nothing. */
function isFoundBy(selector: string, element: Element): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** What an element must be to be found by the last part of a selector: `.class`, a tag, or `*` for any. */
function keyOf(lastPart: string): string {
  let bare = lastPart;
  while (IN_PARENTHESES.test(bare)) bare = bare.replace(IN_PARENTHESES, '');
  const name = CLASS.exec(bare)?.[1];
  if (name !== undefined) return `.${name}`;
  return TAG.exec(bare)?.[0].toLowerCase() ?? '*';
}

/** Cuts where one of the characters stands outside of parentheses and brackets. */
function partsOf(selector: string, at: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of selector) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (depth === 0 && at.includes(character)) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()].filter((text) => text !== '');
}

/** What jsdom knows of a document behind its back: its style sheets, and a cache thrown away whenever it changes. */
interface DocumentImpl {
  _ownerDocument: { _styleCache: object | null; styleSheets: { _list: readonly CSSStyleSheet[] } };
}

type AskForStyle = (element: Element) => CSSStyleDeclaration;

/** What decides whether a person can see and press something; style sheets are read for nothing else. */
interface VisibilityStyles {
  display: string;
  visibility: string;
  opacity: string;
  'pointer-events': string;
}

const OF_A_NAME: Readonly<Record<string, keyof VisibilityStyles>> = {
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
export function fastComputedStyle(inBrowser: AskForStyle): AskForStyle {
  const ofItsKind = stylesOfKinds(inBrowser);
  const answers = new WeakMap<Element, CSSStyleDeclaration>();
  let sheets: readonly CSSStyleSheet[] = [];
  let rules = new RulesByKey(sheets);
  let keptFor: object | null = null;
  let kept = new WeakMap<Element, VisibilityStyles>();

  function seen(element: Element): VisibilityStyles {
    const document = documentImplOf(element)._ownerDocument;
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

  function look(element: Element): VisibilityStyles {
    const styles = rules.matching(element);
    const own = writtenOn(element);
    if (own !== undefined) styles.push(own);
    const said = (name: keyof VisibilityStyles): string | undefined =>
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

function documentImplOf(element: Element): DocumentImpl {
  const symbol = Object.getOwnPropertySymbols(element).find(({ description }) => description === 'impl');
  return (element as unknown as Record<symbol, DocumentImpl>)[symbol as symbol] as DocumentImpl;
}

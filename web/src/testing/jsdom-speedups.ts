import { configure, getConfig } from '@testing-library/react';

/**
 * A waiting test repeats its query twenty times a second. Only the error from the last attempt is printed, so only
 * that error includes the dump of the document.
 */
export function skipDomDumpWhileRetrying(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError: (message, container) => {
      return isRetrying() ? retryError(message ?? '') : getElementError(message, container);
    },
  });
}

/** Jest prints the stack, so the stack must contain the message even after the dump is added to it. */
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

/** Set by the library's `waitFor` during each attempt. */
const isRetrying = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

/** The properties that determine whether a user can see and click an element; tests need no others. */
const DECISIVE = /^\s*(?:display|visibility|opacity|pointer-events)\s*:/;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
/**
 * Selectors for appearing elements. Even with reduced motion, the component library renders the first frame of a dialog
 * transparent, and on a busy machine that frame lasts longer.
 */
const FIRST_FRAME = /-(?:appear|enter)\b/;

/**
 * Keeps only the component library's rules that can hide an element or disable pointer events. jsdom matches each rule
 * against each element for every computed style; colors and spacing took two thirds of the test time.
 */
export function keepVisibilityStylesOnly(): void {
  const inBrowser = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const written = new WeakMap<HTMLStyleElement, string>();
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    // The library compares the current style sheet with the new one.
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

/** Internal jsdom class for element lists, shared by all test files in a process. */
interface CollectionImpl {
  namedItem: (name: string) => unknown;
  knowsLength?: true;
}

/**
 * For `list.length`, jsdom first searches the whole list for an element named `length`, on each iteration of a loop. No
 * element has that name, so the search is skipped.
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

/** A style rule for one selector without commas. */
interface HidingRule {
  selector: string;
  style: CSSStyleDeclaration;
  /** The later of two matching rules wins. */
  order: number;
}

/** Parts of a selector such as `.outer > b:not(.a)`. */
const IN_PARENTHESES = /\([^()]*\)/g;
const CLASS = /\.([\w-]+)/;
const TAG = /^[a-z][\w-]*/i;

/**
 * Style rules indexed by the class or tag that an element itself must have. An element is matched against about six
 * rules instead of the several hundred on a screen.
 */
class RulesByKey {
  private readonly byKey = new Map<string, HidingRule[]>();
  private order = 0;

  constructor(sheets: readonly CSSStyleSheet[]) {
    for (const sheet of sheets) this.addAll(sheet.cssRules);
  }

  /** In order of precedence: the last one wins. Like jsdom, this ignores specificity. */
  matching(element: Element): CSSStyleDeclaration[] {
    return ['*', element.localName, ...[...element.classList].map((name) => `.${name}`)]
      .flatMap((key) => this.byKey.get(key) ?? [])
      .filter(({ selector }) => isFoundBy(selector, element))
      .toSorted((a, b) => a.order - b.order)
      .map(({ style }) => style);
  }

  private addAll(rules: CSSRuleList): void {
    for (const rule of rules) {
      // Like jsdom, includes `screen` media rules and ignores media sizes.
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

/** False for selectors that jsdom cannot parse. */
function isFoundBy(selector: string, element: Element): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** Key of the last part of a selector: `.class`, a tag, or `*` for any element. */
function keyOf(lastPart: string): string {
  let bare = lastPart;
  while (IN_PARENTHESES.test(bare)) bare = bare.replace(IN_PARENTHESES, '');
  const name = CLASS.exec(bare)?.[1];
  if (name !== undefined) return `.${name}`;
  return TAG.exec(bare)?.[0].toLowerCase() ?? '*';
}

/** Splits at any of the characters, except inside parentheses and brackets. */
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

/** Internals of a jsdom document: its style sheets, and a cache that is dropped with every change. */
interface DocumentImpl {
  _ownerDocument: { _styleCache: object | null; styleSheets: { _list: readonly CSSStyleSheet[] } };
}

type AskForStyle = (element: Element) => CSSStyleDeclaration;

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
 * `getComputedStyle` for tests. For each call, jsdom matches all rules against the element and its ancestors, and
 * queries by role make several calls per element. This version indexes the rules, looks up ancestors once and caches
 * results until the document changes. Properties other than those of `VisibilityStyles` come from the inline style or
 * the default style of the element type.
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
    // jsdom does not report changes to detached elements.
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
      const requested = OF_A_NAME[name];
      if (requested !== undefined) return seen(element)[requested];
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

/** Attributes that make a browser show or hide an element. */
const SHOWN_BY = ['hidden', 'open', 'type'];

/** Default styles of an element type, computed by jsdom on an empty page. */
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

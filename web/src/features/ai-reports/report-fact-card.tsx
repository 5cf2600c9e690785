import type { Fact } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import { Popover } from 'antd';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

export const FACT_ATTRIBUTE = 'data-fact';

const findFactElement = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${FACT_ATTRIBUTE}]`) : null;

const factElementsIn = (container: HTMLElement): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>(`[${FACT_ATTRIBUTE}]`),
];

/** Null if the key does not move the focus. */
function nextFactElement(facts: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const at = facts.indexOf(from);
  if (key === 'ArrowRight' || key === 'ArrowDown') return facts[at + 1] ?? null;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return facts[at - 1] ?? null;
  if (key === 'Home') return facts[0] ?? null;
  return key === 'End' ? (facts.at(-1) ?? null) : null;
}

/** Long enough to move the pointer from the text to the card. */
const HIDE_DELAY_MS = 200;

const CARD_CLASS = 'report-fact-card';

type HoveredFact = { fact: Fact; place: { left: number; top: number; width: number; height: number } };

/** A report can have hundreds of facts. They share one card and one Tab stop; the arrow keys move between them. */
export function FactHoverArea({ facts, children }: { facts: readonly Fact[]; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [hovered, setHovered] = useState<HoveredFact | null>(null);

  // The first fact is the Tab stop until another fact gets the focus.
  useLayoutEffect(() => {
    const factElements = container.current === null ? [] : factElementsIn(container.current);
    if (!factElements.some(({ tabIndex }) => tabIndex === 0)) factElements[0]?.setAttribute('tabindex', '0');
  });
  useLayoutEffect(() => () => clearTimeout(hideTimer.current), []);

  const cancelHide = (): void => clearTimeout(hideTimer.current);
  const hideSoon = (): void => {
    cancelHide();
    hideTimer.current = setTimeout(() => setHovered(null), HIDE_DELAY_MS);
  };
  const showFact = (target: EventTarget): void => {
    const factElement = findFactElement(target);
    // The card stays open, so that users can copy text from it.
    if (factElement === null && target instanceof Element && target.closest(`.${CARD_CLASS}`)) return cancelHide();
    const fact = facts.find(({ id }) => id === factElement?.getAttribute(FACT_ATTRIBUTE));
    if (factElement === null || fact === undefined || container.current === null) return;
    cancelHide();
    const outer = container.current.getBoundingClientRect();
    // If the text wraps, the card points to its first line.
    const inner = factElement.getClientRects()[0] ?? factElement.getBoundingClientRect();
    const { width, height } = inner;
    setHovered({ fact, place: { left: inner.left - outer.left, top: inner.top - outer.top, width, height } });
  };
  const focus = (factElement: HTMLElement): void => {
    for (const other of container.current === null ? [] : factElementsIn(container.current)) other.tabIndex = -1;
    factElement.tabIndex = 0;
    factElement.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && hovered !== null) {
      event.stopPropagation();
      setHovered(null);
      return;
    }
    const factElement = findFactElement(event.target);
    if (factElement === null || container.current === null) return;
    const next = nextFactElement(factElementsIn(container.current), factElement, event.key);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  return (
    // The facts inside are the interactive elements.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={container}
      className="report-ground"
      onMouseOver={({ target }) => showFact(target)}
      onMouseLeave={hideSoon}
      onMouseOut={hideSoon}
      onFocus={({ target }) => showFact(target)}
      onBlur={hideSoon}
      onKeyDown={onKeyDown}
    >
      {children}
      {hovered !== null && (
        <Popover
          key={`${hovered.place.left} ${hovered.place.top}`}
          open
          placement="top"
          classNames={{ root: CARD_CLASS }}
          getPopupContainer={() => container.current ?? document.body}
          content={
            <output className="fact-card">
              <strong>{hovered.fact.label}</strong>
              <span className="figures fact-card-value">{formatFact(hovered.fact.value)}</span>
              <span className="quiet fact-card-source">{hovered.fact.source}</span>
              <span className="quiet">Fact {hovered.fact.id}</span>
            </output>
          }
        >
          <span className="report-fact-place" style={hovered.place} aria-hidden />
        </Popover>
      )}
    </div>
  );
}

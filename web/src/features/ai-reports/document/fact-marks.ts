/** Marks what states a fact, and names the fact. */
export const FACT_ATTRIBUTE = 'data-fact';

/** What states a fact at or around an element, if anything does. */
export function factMarkAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`[${FACT_ATTRIBUTE}]`) : null;
}

export function factMarksIn(ground: HTMLElement): HTMLElement[] {
  return [...ground.querySelectorAll<HTMLElement>(`[${FACT_ATTRIBUTE}]`)];
}

/** Which of the marks a key leads to from one of them; null: the key means nothing here. */
export function markAfter(marks: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | null {
  const at = marks.indexOf(from);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return marks[at + 1] ?? null;
    case 'ArrowLeft':
    case 'ArrowUp':
      return marks[at - 1] ?? null;
    case 'Home':
      return marks[0] ?? null;
    case 'End':
      return marks.at(-1) ?? null;
    default:
      return null;
  }
}

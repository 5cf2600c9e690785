import type { GuideTopic } from '../../../guide-link/guide-topics.ts';

/** The heading of a section, to be scrolled to and to take the focus. */
export function headingId(topic: GuideTopic): string {
  return `guide-${topic}`;
}

export function scrollTo(topic: GuideTopic): void {
  document.getElementById(headingId(topic))?.scrollIntoView({ block: 'start' });
}

/** With the keyboard: whoever follows a link reads on from there. */
export function goTo(topic: GuideTopic): void {
  scrollTo(topic);
  document.getElementById(headingId(topic))?.focus({ preventScroll: true });
}

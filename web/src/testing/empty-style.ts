/** Replaces style sheets under Jest, because jsdom has no layout. */
export default {};

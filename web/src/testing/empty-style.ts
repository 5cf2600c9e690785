/** Stands in for style sheets under Jest: jsdom lays nothing out. */
export default {};

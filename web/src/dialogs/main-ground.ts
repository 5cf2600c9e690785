/**
 * Where menus of a screen are drawn: within `main`, because outside of every landmark they would be no part of the page
 * to a screen reader; not beside their trigger, because a table that scrolls would cut them off.
 */
export function mainGround(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

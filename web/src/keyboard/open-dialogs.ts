/** Dialogs and drawers that stand open now; closed ones may stay in the page, hidden. */
export function openDialogs(): Element[] {
  return [...document.querySelectorAll('[role="dialog"]')].filter(
    (dialog) => dialog.closest('[style*="display: none"]') === null,
  );
}

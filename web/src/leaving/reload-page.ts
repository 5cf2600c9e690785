let reloading = false;

/** Fetches the page anew. Drafts outlive that: the browser need not ask about them. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

export function isReloading(): boolean {
  return reloading;
}

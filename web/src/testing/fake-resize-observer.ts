/** jsdom lays nothing out, so nothing changes its size until a test says so. */
export class FakeResizeObserver {
  private static readonly watching = new Set<FakeResizeObserver>();

  constructor(private readonly changed: () => void) {}

  observe(): void {
    FakeResizeObserver.watching.add(this);
  }

  unobserve(): void {
    FakeResizeObserver.watching.delete(this);
  }

  disconnect(): void {
    FakeResizeObserver.watching.delete(this);
  }

  /** Whatever is watched is told, as when the window has another width. */
  static tell(): void {
    for (const observer of FakeResizeObserver.watching) observer.changed();
  }
}

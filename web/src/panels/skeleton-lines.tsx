interface SkeletonLinesProps {
  lines: number;
  /** Height of one line in pixels: that of the row it stands for. */
  height: number;
}

/** Grey bars in the place of rows to come. */
export function SkeletonLines({ lines, height }: SkeletonLinesProps) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-bar" style={{ height }} />
      ))}
    </div>
  );
}

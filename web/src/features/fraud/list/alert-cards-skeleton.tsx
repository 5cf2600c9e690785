import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';

/** In the place of the cards while they load. */
export function AlertCardsSkeleton() {
  return (
    <div className="table-skeleton" data-testid="alerts-skeleton">
      <SkeletonLines lines={6} height={84} />
    </div>
  );
}

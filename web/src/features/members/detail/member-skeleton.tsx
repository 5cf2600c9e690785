import { FigureCardsSkeleton } from '../../../figures/figure-cards.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';

export function MemberSkeleton() {
  return (
    <div className="screen-rows">
      <p className="quiet member-loading">Loading member details...</p>
      <FigureCardsSkeleton />
      <div className="panel table-skeleton">
        <SkeletonLines lines={1} height={320} />
      </div>
      <div className="panel table-skeleton">
        <SkeletonLines lines={6} height={28} />
      </div>
    </div>
  );
}

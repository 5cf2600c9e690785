import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import '../categories/categories.css';
import './counters.css';

/** In the place of counters and categories while they load. */
export function CountsSkeleton() {
  return (
    <div className="screen-rows" data-testid="counts-skeleton">
      <div className="alert-counters">
        {[1, 2, 3, 4, 5].map((counter) => (
          <div key={counter} className="panel alert-counter">
            <SkeletonLines lines={2} height={20} />
          </div>
        ))}
      </div>
      <div className="category-cards">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((card) => (
          <div key={card} className="panel category-card">
            <SkeletonLines lines={3} height={30} />
          </div>
        ))}
      </div>
    </div>
  );
}

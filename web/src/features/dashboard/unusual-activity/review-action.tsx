import { CheckOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { Button } from 'antd';
import { placeOf } from '../../../review/place-of.ts';
import { alertName } from '../../../risk/alert-name.ts';
import { useReviewActivity } from './use-review-activity.ts';

/** Marks an alert reviewed in place; a reviewed one says so. The list shows it before the server has kept it: the button tells. */
export function ReviewAction({ activity }: { activity: UnusualActivity }) {
  const review = useReviewActivity();
  if (activity.reviewed && !review.isPending) {
    return (
      <span className="activity-reviewed">
        <CheckOutlined aria-hidden /> Reviewed
      </span>
    );
  }
  const verb = review.isPending ? 'Reviewing...' : 'Review';
  return (
    <Button
      size="small"
      aria-label={`${verb} ${alertName(activity)}`}
      disabled={review.isPending}
      onClick={(event) => {
        event.stopPropagation();
        const keepPlace = placeOf(event.currentTarget, { item: 'tr' });
        void review.mutateAsync({ id: activity.id }).then(keepPlace, keepPlace);
      }}
    >
      {verb}
    </Button>
  );
}

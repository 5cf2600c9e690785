import { CheckOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/http/unusual-activities';
import { Button } from 'antd';
import { useReviewActivity } from './use-review-activity.ts';

/** Marks an alert reviewed in place; a reviewed one says so. */
export function ReviewAction({ activity }: { activity: UnusualActivity }) {
  const review = useReviewActivity();
  if (activity.reviewed) {
    return (
      <span className="activity-reviewed">
        <CheckOutlined aria-hidden /> Reviewed
      </span>
    );
  }
  return (
    <Button
      size="small"
      disabled={review.isPending}
      onClick={(event) => {
        event.stopPropagation();
        review.mutate({ id: activity.id });
      }}
    >
      {review.isPending ? 'Reviewing...' : 'Review'}
    </Button>
  );
}

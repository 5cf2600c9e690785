import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { Button } from 'antd';
import { placeOf } from '../../../review/place-of.ts';
import { useDecideAlert } from '../../../review/use-decide-alert.ts';
import { alertName } from '../../../risk/alert-name.ts';
import { CARD_ATTRIBUTE } from './use-card-keys.ts';

interface MarkReviewedProps {
  alert: UnusualActivity;
  verb: 'Mark Reviewed' | 'Review';
}

/** Marks the alert reviewed in one step, the outcome unstated. The list shows it before the server has kept it: the button tells. */
export function MarkReviewed({ alert, verb }: MarkReviewedProps) {
  const review = useDecideAlert();
  if (alert.reviewed && !review.isPending) return null;
  const words = review.isPending ? 'Reviewing...' : verb;
  return (
    <Button
      size="small"
      aria-label={`${words} ${alertName(alert)}`}
      disabled={review.isPending}
      onClick={({ currentTarget }) => {
        const keepPlace = placeOf(currentTarget, { item: 'li', target: `[${CARD_ATTRIBUTE}]` });
        void review.mutateAsync({ id: alert.id }).then(keepPlace, keepPlace);
      }}
    >
      {words}
    </Button>
  );
}

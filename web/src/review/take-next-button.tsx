import { Button } from 'antd';
import { useTakeNext } from './use-take-next.ts';

/** Takes on and opens the alert that should be looked at next; nobody else gets the same one. */
export function TakeNextButton() {
  const { take, isTaking } = useTakeNext();
  return (
    <Button disabled={isTaking} onClick={take}>
      {isTaking ? 'Taking...' : 'Take next'}
    </Button>
  );
}

import { Button } from 'antd';
import type { Tryout } from './use-tryout.ts';

interface TryOutButtonProps {
  tryout: Tryout;
  isAllowed: boolean;
  onTryOut: () => void;
}

/** Lets the changed policy run over the history without saving it. */
export function TryOutButton({ tryout: { isStarting }, isAllowed, onTryOut }: TryOutButtonProps) {
  return (
    <Button disabled={!isAllowed || isStarting} onClick={onTryOut}>
      {isStarting ? 'Starting...' : 'Try it out'}
    </Button>
  );
}

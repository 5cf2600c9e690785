import { StarFilled, StarOutlined } from '@ant-design/icons';
import type { SavedView } from '@clearwatch/contracts/saved-views.dto';
import { Button } from 'antd';
import { chooseDefaultView, VIEWS_KEY } from '../api/saved-views.ts';
import { useToldChange } from '../toasts/use-told-change.ts';

/** Has the screen open with the view, for oneself alone. */
export function DefaultViewButton({ view: { id, screen, name, isDefault } }: { view: SavedView }) {
  const change = useToldChange([VIEWS_KEY], () => undefined);
  const choose = (): void =>
    change.mutate({
      call: () => chooseDefaultView(screen, isDefault ? null : id),
      done: isDefault
        ? { title: 'Default Removed', description: 'The list opens unfiltered again.' }
        : { title: 'Default Chosen', description: `The list opens with “${name}” for you.` },
      failed: 'The default could not be changed.',
    });
  return (
    <Button
      size="small"
      icon={isDefault ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      disabled={change.isPending}
      aria-pressed={isDefault}
      aria-label={`Default: ${name}`}
      onClick={choose}
    >
      Default
    </Button>
  );
}

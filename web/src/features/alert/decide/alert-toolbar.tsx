import { DownOutlined, QuestionCircleOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import type { AlertPlace } from '../../../alert-link/listed-alerts.ts';
import { useOpenedAlert } from '../../../alert-link/use-opened-alert.ts';
import { ALERT_NEIGHBOURS } from '../../../keyboard/key-registry.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';
import { TakeNextButton } from '../../../review/take-next-button.tsx';

interface AlertToolbarProps {
  /** Null: opened from elsewhere than a list. */
  place: AlertPlace | null;
  showsKeys: boolean;
  onToggleKeys: () => void;
}

/**
 * The way to other alerts. It stands at the right end, where no toast covers it: who has decided goes on at once.
 */
export function AlertToolbar({ place, showsKeys, onToggleKeys }: AlertToolbarProps) {
  const { turnTo } = useOpenedAlert();
  const [keys] = useKeysEnabled();
  const ground = useRef<HTMLDivElement>(null);
  const go = (id: number | null | undefined): void => {
    if (id != null) turnTo(id);
  };
  useKeys(ground, {
    deeds: ALERT_NEIGHBOURS,
    enabled: keys,
    acts: { next: () => go(place?.next), previous: () => go(place?.previous), legend: onToggleKeys },
  });
  return (
    <div className="alert-toolbar" ref={ground}>
      {place !== null && (
        <span className="alert-neighbours">
          <span className="quiet figures">
            {place.position} of {place.count} listed
          </span>
          <Button
            icon={<UpOutlined aria-hidden />}
            aria-label="Previous alert"
            title="Previous alert (k)"
            disabled={place.previous === null}
            onClick={() => go(place.previous)}
          />
          <Button
            icon={<DownOutlined aria-hidden />}
            aria-label="Next alert"
            title="Next alert (j)"
            disabled={place.next === null}
            onClick={() => go(place.next)}
          />
        </span>
      )}
      <TakeNextButton />
      <Button
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label="Keys"
        aria-expanded={showsKeys}
        title="Keys (?)"
        onClick={onToggleKeys}
      />
    </div>
  );
}

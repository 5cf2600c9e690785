import {
  DownOutlined,
  PrinterOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import type { AlertPlace } from '../../../alert-link/listed-alerts.ts';
import { useOpenedAlert } from '../../../alert-link/use-opened-alert.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { useKeysEnabled } from '../../../keyboard/use-keys-enabled.ts';
import { TakeNextButton } from '../../../review/take-next-button.tsx';
import { ExportEvidence } from './export-evidence.tsx';

interface AlertToolbarProps {
  alertId: number;
  /** Null: opened from elsewhere than a list. */
  place: AlertPlace | null;
  showsKeys: boolean;
  onToggleKeys: () => void;
  isComputing: boolean;
  onComputeAgain: () => void;
}

/** What can be done with an opened alert besides deciding it, and the way to its neighbours in the list. */
export function AlertToolbar(props: AlertToolbarProps) {
  const { alertId, place, showsKeys, onToggleKeys, isComputing, onComputeAgain } = props;
  const { turnTo } = useOpenedAlert();
  const [keys] = useKeysEnabled();
  const ground = useRef<HTMLDivElement>(null);
  const go = (id: number | null | undefined): void => {
    if (id != null) turnTo(id);
  };
  useKeys(ground, keys, {
    j: () => go(place?.next),
    k: () => go(place?.previous),
    '?': onToggleKeys,
  });
  return (
    <div className="alert-toolbar" ref={ground}>
      <Button icon={<ReloadOutlined aria-hidden />} disabled={isComputing} onClick={onComputeAgain}>
        {isComputing ? 'Computing...' : 'Compute again'}
      </Button>
      <ExportEvidence alertId={alertId} />
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      <TakeNextButton />
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

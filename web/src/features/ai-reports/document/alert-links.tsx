import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAlertAddress } from '../../../alert-link/use-opened-alert.ts';

/** Shown at first. */
const FEW = 12;

/** The alerts behind a risk; each opens its evidence above the report. */
export function AlertLinks({ alertIds }: { alertIds: readonly number[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (alertIds.length === 0) return null;
  const shown = isWhole ? alertIds : alertIds.slice(0, FEW);
  return (
    <div className="report-alerts">
      <span className="quiet">Alerts behind this</span>
      <ul>
        {shown.map((id) => (
          <li key={id}>
            <AlertLink id={id} />
          </li>
        ))}
      </ul>
      {shown.length < alertIds.length && (
        <Button size="small" type="link" onClick={() => setIsWhole(true)}>
          Show all {alertIds.length}
        </Button>
      )}
    </div>
  );
}

function AlertLink({ id }: { id: number }) {
  return <Link to={useAlertAddress(id)}>Alert {id}</Link>;
}

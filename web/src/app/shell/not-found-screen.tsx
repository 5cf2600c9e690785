import { Link } from 'react-router-dom';
import { PanelEmpty } from '../../panels/panel-states.tsx';
import type { Screen } from '../screens.ts';

/** Any address no screen answers to. Whoever may not open all of them is told that there are more. */
export function NotFoundScreen({ hidden }: { hidden: readonly Screen[] }) {
  const more = hidden.map(({ label }) => label).join(' and ');
  return (
    <PanelEmpty text="No screen has this address.">
      {more !== '' && <p className="quiet">{more} are for admins.</p>}
      <Link to="/">Go to the dashboard</Link>
    </PanelEmpty>
  );
}

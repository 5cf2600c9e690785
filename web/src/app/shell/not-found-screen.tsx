import { Link } from 'react-router-dom';
import { PanelEmpty } from '../../panels/panel-states.tsx';

/** Any address no screen answers to. */
export function NotFoundScreen() {
  return (
    <PanelEmpty text="No screen has this address.">
      <Link to="/">Go to the dashboard</Link>
    </PanelEmpty>
  );
}

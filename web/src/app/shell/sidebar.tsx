import { NavLink } from 'react-router-dom';
import { fetchAhead } from '../../failures/missing-code.ts';
import { InstitutionName } from '../../institution-name/institution-name.tsx';
import { ProductMark } from '../product-mark.tsx';
import type { Screen } from '../screens.ts';

/** The screens of this user, but for those that stand in the account menu. */
export function Sidebar({ screens }: { screens: Screen[] }) {
  const entries = screens.filter(({ inSidebar }) => inSidebar !== false);
  return (
    <aside className="sidebar">
      <div className="sidebar-product">
        <ProductMark size={32} />
        <div className="sidebar-label">
          <strong>Clearwatch</strong>
          <span>Analytics Suite</span>
        </div>
      </div>
      <nav aria-label="Main">
        <ul>
          {entries.map(({ path, label, icon: Icon, load }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === '/'}
                title={label}
                // By the time of the press its code is there.
                onPointerEnter={() => fetchAhead(load)}
                onFocus={() => fetchAhead(load)}
              >
                <Icon aria-hidden />
                <span className="sidebar-label">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <InstitutionName className="sidebar-institution sidebar-label" />
    </aside>
  );
}

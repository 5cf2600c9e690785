import { NavLink } from 'react-router-dom';
import { ProductMark } from '../product-mark.tsx';
import type { Screen } from '../screens.ts';

export function Sidebar({ screens }: { screens: Screen[] }) {
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
          {screens.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink to={path} end title={label}>
                <Icon aria-hidden />
                <span className="sidebar-label">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}

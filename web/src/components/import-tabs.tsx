import './components.css';
import { NavLink } from 'react-router-dom';

/** Data Import is one page with two addresses: files of transactions, and documents that hold some. */
export function ImportTabs() {
  return (
    <nav className="import-tabs" aria-label="Kinds of import">
      <NavLink to="/import" end>
        Transaction files
      </NavLink>
      <NavLink to="/import/documents">Documents</NavLink>
    </nav>
  );
}

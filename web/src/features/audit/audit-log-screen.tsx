import { AuditPanel } from './audit-panel.tsx';
import { VerifyPanel } from './verify-panel.tsx';
import './audit.css';

export default function AuditLogScreen() {
  return (
    <div className="audit-screen">
      <VerifyPanel />
      <AuditPanel />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '../../api/get-current-user.ts';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';
import './account.css';

/** What concerns the user himself: his sign-ins, his factors and where he is signed in. */
export default function AccountScreen() {
  const { data: user } = useQuery(getCurrentUser());
  if (!user) return null;
  return (
    <div className="account-grid">
      <div className="account-column">
        <SignInsPanel user={user} />
        <TwoFactorPanel user={user} />
      </div>
      <PasswordPanel username={user.username} />
      <SessionsPanel />
    </div>
  );
}

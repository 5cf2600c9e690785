import { type ReactNode, useEffect } from 'react';
import { ProductMark } from '../../components/product-mark.tsx';
import './auth.css';

type AuthCardProps = { title: string; hint: string; width?: 'wide'; children: ReactNode };

export function AuthCard({ title, hint, width, children }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · Clearwatch`;
  }, [title]);

  return (
    <div className="auth-ground">
      <main className={width === 'wide' ? 'auth-card auth-card-wide' : 'auth-card'}>
        <div className="auth-product">
          <ProductMark size={44} />
          <strong>Clearwatch</strong>
          <span>Secure Financial Transaction Management</span>
        </div>
        <h1>{title}</h1>
        <p className="auth-hint">{hint}</p>
        {children}
      </main>
      <footer className="auth-banner">
        <strong>Official Business Use Only</strong>
        <p>This system is for authorized personnel only. All activity is monitored and logged.</p>
      </footer>
    </div>
  );
}

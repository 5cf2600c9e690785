import './app.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ThemeModeProvider } from '../components/theme-provider.tsx';
import { ToastsProvider } from '../components/toasts.tsx';
import { publicPath } from '../lib/page-meta.ts';
import { watchUserInput } from '../lib/user-presence.ts';
import { ApplicationGate } from './application-gate.tsx';
import '../lib/browser-history.ts';

export function App({ queryClient }: { queryClient: QueryClient }) {
  useEffect(() => watchUserInput(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeModeProvider>
        <ToastsProvider>
          <BrowserRouter basename={publicPath()}>
            <ApplicationGate />
          </BrowserRouter>
        </ToastsProvider>
      </ThemeModeProvider>
    </QueryClientProvider>
  );
}

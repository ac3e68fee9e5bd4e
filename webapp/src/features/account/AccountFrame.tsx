import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '../../design/Page';

/** The pages of one's own account, by the last part of their address. */
const parts = ['', 'security', 'tokens', 'billing'] as const;
type Part = (typeof parts)[number];

const labels = { '': 'person', security: 'security', tokens: 'tokens', billing: 'billing' } as const;

/** A page of one's own account, with links to the others. */
export function AccountFrame({ part, subtitle, children }: { part: Part; subtitle?: string; children: ReactNode }) {
  const t = useT();
  return (
    <Page title={t('home.account.title')} subtitle={subtitle}>
      <Box component="nav" aria-label={t('myAccount.parts')} className="no-print" sx={{ mb: 2 }}>
        <Box
          component="ul"
          sx={{
            display: 'flex',
            gap: 0.5,
            m: 0,
            p: 0,
            listStyle: 'none',
            overflowX: 'auto',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {parts.map((one) => (
            <li key={one}>
              <Button
                component={Link}
                to={one ? `/pmo/account/${one}` : '/pmo/account'}
                color="inherit"
                aria-current={one === part ? 'page' : undefined}
                sx={{
                  whiteSpace: 'nowrap',
                  px: { xs: 1, sm: 1.5 },
                  minHeight: 44,
                  borderRadius: 0,
                  borderBottom: 2,
                  borderColor: one === part ? 'primary.main' : 'transparent',
                  fontWeight: one === part ? 650 : 400,
                }}
              >
                {t(`myAccount.part.${labels[one]}`)}
              </Button>
            </li>
          ))}
        </Box>
      </Box>
      {children}
    </Page>
  );
}

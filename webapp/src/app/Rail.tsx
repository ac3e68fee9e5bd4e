import HomeOutlined from '@mui/icons-material/HomeOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router';
import type { Operation } from '../api/operations';
import { type Session, useConfig } from '../api/session';
import { AlertCount } from './AlertCount';
import {
  type Entry,
  type Group,
  homePath,
  menuFor,
  navigationContext,
  ownEntriesFor,
  pathOf,
  shownIn,
} from './navigation';
import { navigationIcons, ownIcons } from './navigationIcons';
import { OperationSwitcher } from './OperationSwitcher';
import { hasPage } from './screens';
import { ViewSwitch } from './ViewSwitch';

const groups: readonly Group[] = ['monitoring', 'administration', 'billing', 'finance', 'communication'];

interface RailProps {
  operation: Operation | undefined;
  operations: readonly Operation[];
  session: Session;
}

/** The menu of the operation that is open, or the way to the operations. */
export function Rail({ operation, operations, session }: RailProps) {
  const t = useT();
  const version = useConfig()?.version;
  const entries =
    operation && session.role !== 'participant'
      ? shownIn(operation, menuFor(navigationContext(operation, session), hasPage))
      : [];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', p: 1 }}>
      {operation ? <OperationSwitcher operation={operation} operations={operations} /> : <Brand />}
      <Box component="nav" aria-label={t('shell.menu.label')} sx={{ flex: 1 }}>
        {operation && session.role === 'participant' ? (
          <OwnEntries operation={operation} session={session} />
        ) : operation ? (
          groups.map((group) => (
            <Section
              key={group}
              title={t(`shell.group.${group}`)}
              entries={entries.filter((entry) => entry.group === group)}
              path={(entry) => pathOf(entry, operation, session.role)}
              beside={(entry) => entry.key === 'alerts' && <AlertCount key={operation.id} operationId={operation.id} />}
            />
          ))
        ) : (
          <ul className="rail-list alone">
            <Item to={homePath} icon={<HomeOutlined />} label={t('home.title')} />
          </ul>
        )}
      </Box>
      {operation?.view && <ViewSwitch operation={operation} view={operation.view} />}
      {version && (
        <Typography variant="caption" color="textSecondary" sx={{ px: 1.5, py: 1 }}>
          {t('shell.version', { version })}
        </Typography>
      )}
    </Box>
  );
}

/** The pages of a participant, which need no groups. */
function OwnEntries({ operation, session }: { operation: Operation; session: Session }) {
  const t = useT();
  return (
    <Box component="ul" className="rail-list alone" sx={{ mt: 1 }}>
      {ownEntriesFor(operation, session).map(({ key, label, to }) => {
        const Icon = ownIcons[key];
        return <Item key={key} to={to} icon={<Icon />} label={t(label)} />;
      })}
    </Box>
  );
}

function Brand() {
  const t = useT();
  return (
    <Typography component="p" sx={{ px: 1.5, py: 1.5, fontSize: '1.25rem', fontWeight: 700, color: 'primary.main' }}>
      {t('shell.brand')}
    </Typography>
  );
}

function Section(props: {
  title: string;
  entries: readonly Entry[];
  path: (entry: Entry) => string;
  /** What stands beside the word of an entry. */
  beside: (entry: Entry) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  if (props.entries.length === 0) return null;
  return (
    <>
      <Typography
        id={id}
        variant="overline"
        component="h2"
        color="textSecondary"
        sx={{ px: 2, pt: 1.5, display: 'block' }}
      >
        {props.title}
      </Typography>
      <ul className="rail-list" aria-labelledby={id}>
        {props.entries.map((entry) => {
          const Icon = navigationIcons[entry.key];
          return (
            <Item
              key={entry.key}
              to={props.path(entry)}
              icon={Icon && <Icon />}
              label={t(entry.label)}
              beside={props.beside(entry)}
            />
          );
        })}
      </ul>
    </>
  );
}

function Item({ to, icon, label, beside }: { to: string; icon: ReactNode; label: string; beside?: ReactNode }) {
  return (
    <li>
      <NavLink className="rail-entry" to={to} end={to === homePath}>
        <span className="rail-icon" aria-hidden>
          {icon}
        </span>
        <span className="rail-word">{label}</span>
        {beside}
      </NavLink>
    </li>
  );
}

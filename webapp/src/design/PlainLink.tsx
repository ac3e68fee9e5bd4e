import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import './rows.css';

interface PlainLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  /** A path of this application, from its root. */
  to: string;
}

/**
 * A link within the application that stands in lists by the hundred: an element with the address, which
 * the router follows, and the browser where a key says so.
 */
export function PlainLink({ to, className = 'link', ...rest }: PlainLinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(to);
  };
  return <a {...rest} href={to} className={className} onClick={follow} />;
}

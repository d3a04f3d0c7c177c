"""The command `rulebook`, which Ctrl-C can end from its first moment on: before anything else is imported."""

import signal


def main() -> None:
    """Run it, and end the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Without a word, until there is who could say one.
    from rulebook_core.system.interrupts import stoppable

    stoppable(_run, is_last=True)


def _run() -> None:
    from rulebook_core.system.gc_policy import left_to_the_end, seldom_collected

    with left_to_the_end(), seldom_collected():
        from rulebook.cli import main as program

        program()


if __name__ == "__main__":
    main()
